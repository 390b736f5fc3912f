from darwindeck.cli.app import main

main()
