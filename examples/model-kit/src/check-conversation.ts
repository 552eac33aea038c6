import { check } from '@toolwire-examples/verify';

/** The outcome of a conversation: the input of the model for each call, and its last message. */
export interface Conversation {
  readonly results: readonly unknown[];
  readonly said: unknown;
}

/** Checks that the model learned from its first call, and that all was answered. */
export function checkConversation({ results, said }: Conversation): void {
  const [first, second] = results;
  check(
    'it reads why the first call failed',
    first,
    [
      'There is no such doorbell',
      'The doorbells are: doorbell42, doorbell84',
      'You can call this tool again with changed arguments. This was attempt 1 of 3.',
    ].join('\n\n'),
  );
  check('and its second call works', second, 'Rang doorbell42, 1 in all');
  check('each call is answered once', results.length, 2);
  check('and the model has the last word', said, 'The doorbell rang.');
}
