import type { IntrospectionAnswer } from './introspection-answer.ts';
import type { AskAboutToken } from './token-look-ups.ts';
import { UnansweredTokens } from './unanswered-tokens.ts';

/** How many questions an authorization server is asked, and when. */
export interface Pace {
  /** How many questions at once wait for their answers. */
  readonly maxConcurrent: number;
  /** How long nothing is asked about a token whose question was left without an answer. */
  readonly cooldownMs: number;
}

/** Asks about a token; calls `late` where the time for the answer is over. */
export type AskInTime = (token: string, late: () => void) => Promise<IntrospectionAnswer>;

/** Enough for one that is answered to be among them, and few enough for all others to be refused at once. */
const mostWhileSilent = 10;

/** So many in a row make a silence: a token that makes the server hang is one, and says nothing of the others. */
const unansweredInSilence = 3;

/**
 * Asks no more at once than the pace has, and few while the server leaves questions without an answer: then most callers are refused at
 * once. Never none: a stranger whose token makes the server hang would lock out the others, of whom one answer ends the silence.
 */
export function pacedQuestions(ask: AskInTime, { maxConcurrent, cooldownMs }: Pace): AskAboutToken {
  const unanswered = new UnansweredTokens(cooldownMs);
  let inFlight = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Questions without an answer since the last that had one. */
  let inVain = 0;

  return async (token, hash) => {
    if (unanswered.has(hash)) {
      throw new Error(
        'The authorization server has just left a question about this token without an answer, so it is not asked again for a while.',
      );
    }
    if (inVain >= unansweredInSilence && inFlight >= mostWhileSilent) {
      throw new Error('The authorization server leaves questions without an answer, so only a few at once are asked.');
    }
    if (inFlight >= maxConcurrent) {
      throw new Error(
        `${maxConcurrent} questions about tokens wait for their answers already, as many as maxConcurrent allows.`,
      );
    }
    const askedAt = performance.now();
    let isLate = false;
    inFlight += 1;
    try {
      return await ask(token, () => {
        isLate = true;
        unanswered.add(hash);
        // One slow answer among others is no silence.
        if (answeredAt < askedAt) inVain += 1;
      });
    } finally {
      inFlight -= 1;
      // What fails at once is an answer as well: it makes nobody wait.
      if (!isLate) {
        answeredAt = performance.now();
        inVain = 0;
      }
    }
  };
}
