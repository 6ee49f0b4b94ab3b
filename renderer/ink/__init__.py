"""What everything is drawn with: colours, letters, arms, boxes and lines."""
