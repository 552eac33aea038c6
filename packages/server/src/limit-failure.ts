import type { ToolFailure } from '@toolwire/core';

/** What is sent in place of a failure whose words are too long; `undefined` for every other. */
export function tooLongFailure(failure: ToolFailure, outputBytes: number): ToolFailure | undefined {
  const { message, developerMessage = '', additionalPromptContent = '', ...rest } = failure;
  if (message.length + developerMessage.length + additionalPromptContent.length <= outputBytes) return undefined;
  return {
    ...rest,
    message: 'The tool failed with an error text that is too large.',
    developerMessage: `An error may have at most ${outputBytes} bytes of text (limits.outputBytes); say less.`,
  };
}
