import type { Offer } from '../offer/offer-tools.ts';
import type { AnswerCalls, AnswerOptions } from './answer-calls.ts';
import type { ToolCaller } from './tool-result.ts';

/** The same as `createAnswerCalls`, which is loaded with the first call. */
export function answerLater(offer: Offer, caller: ToolCaller, options: AnswerOptions): AnswerCalls {
  let made: Promise<AnswerCalls> | undefined;
  const load = (): Promise<AnswerCalls> => {
    made ??= import('./answer-calls.ts').then(
      ({ createAnswerCalls }) => createAnswerCalls(offer, caller, options),
      (error: unknown) => {
        // The next turn may find that it can be loaded.
        made = undefined;
        throw error;
      },
    );
    return made;
  };
  return async (calls, turn) => (await load())(calls, turn);
}
