/** The message for failures that the tool did not report itself: callers never see the text of an unexpected error. */
export const unexpectedMessage = 'The tool failed unexpectedly.';
