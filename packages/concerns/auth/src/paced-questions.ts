import type { AskAboutToken } from './token-look-ups.ts';

/** How many questions an authorization server is asked, and when. */
export interface Pace {
  /** How many questions at once wait for their answers. */
  readonly maxConcurrent: number;
  /** How long nothing is asked of a server that has left a question without an answer. */
  readonly cooldownMs: number;
}

/** Asks about a token; calls `late` where the time for the answer is over. */
export type AskInTime = (token: string, late: () => void) => ReturnType<AskAboutToken>;

/**
 * Asks no more at once than the pace has, and nothing for a while of a server that let the time for an answer go by; then one
 * question goes ahead of the others. What fails at once makes nobody wait, so it begins no pause, nor does one slow answer among others.
 */
export function pacedQuestions(ask: AskInTime, { maxConcurrent, cooldownMs }: Pace): AskAboutToken {
  let inFlight = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let silentSince: number | undefined;

  return async (token) => {
    if (silentSince !== undefined && (inFlight > 0 || performance.now() - silentSince < cooldownMs)) {
      throw new Error(
        'The authorization server has just left a question without an answer, so it is not asked for a while.',
      );
    }
    if (inFlight >= maxConcurrent) {
      throw new Error(
        `${maxConcurrent} questions about tokens wait for their answers already, as many as maxConcurrent allows.`,
      );
    }
    const askedAt = performance.now();
    inFlight += 1;
    try {
      const answer = await ask(token, () => {
        if (answeredAt < askedAt) silentSince = performance.now();
      });
      answeredAt = performance.now();
      silentSince = undefined;
      return answer;
    } finally {
      inFlight -= 1;
    }
  };
}
