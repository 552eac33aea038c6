import type { Asking, Told } from './asking.ts';
import type { KeyedWork } from './keyed-work.ts';
import type { OwnClaim } from './own-claim.ts';

/** How soon to ask again what became of somebody else's run: at first at once, then less and less often. */
const firstWaitMs = 10;
const longestWaitMs = 250;
const waitGrowth = 1.5;

/** Waits for the runs of others: elsewhere, or of another server in this process. */
export class OthersRuns<Answer> {
  readonly #asking: Asking<Answer>;

  constructor(asking: Asking<Answer>) {
    this.#asking = asking;
  }

  /** Asks again and again what became of the run, so that no message can get lost on the way; not when nobody waits any longer. */
  async follow(token: string | undefined, claim: OwnClaim<Answer>, work: KeyedWork<Answer>): Promise<Told> {
    claim.awaited = token;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * waitGrowth, longestWaitMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (work.isOver?.() === true || claim.run?.isDeserted === true) return nobodyWaits();
      const told = await this.#asking.again(claim);
      if (told.state !== 'running') return told;
      claim.awaited = told.token;
    }
  }
}

function nobodyWaits(): Told {
  return { state: 'unavailable', error: new Error('Nobody waits any longer.') };
}
