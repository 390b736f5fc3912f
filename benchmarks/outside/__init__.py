"""Our players held against what others have written."""
