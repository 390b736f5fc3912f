"""What is known of Texas Hold'em apart from its genome: records of real hands."""
