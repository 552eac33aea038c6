import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attemptsOf, judgeClaim } from '../src/record/claim.ts';
import type { TaskRecord } from '../src/record/task-record.ts';
import {
  createRecord,
  markHandedBack,
  markRunAlone,
  markSetAside,
  type Transition,
} from '../src/record/transitions.ts';
import { judgeCrashes } from '../src/worker/judge-crashes.ts';

const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call-1', retrySafe: true };

/** How a claim ends: `crashed` and `handed_back` after the start of the call; `lost` before it, if the call must run in isolation. */
type ClaimEnd = 'crashed' | 'handed_back' | 'lost' | 'set_aside' | 'set_aside_and_lost';
const claimEnds = fc.constantFrom<ClaimEnd[]>('crashed', 'handed_back', 'lost', 'set_aside', 'set_aside_and_lost');

/** Claims a task once for each end. Returns its starts in the current series of crashes, and what each claim judged them to be. */
function claimsOf(ends: readonly ClaimEnd[], maxAttempts: number) {
  let record: TaskRecord = { ...createRecord('id', 'ada', 1_000, 0), call };
  let lost = false;
  let starts = 0;
  const change = (transition: Transition): void => void (record = transition(record, 0) ?? record);
  return ends.map((end) => {
    const claim = judgeClaim(record, 1, lost ? -1 : undefined);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    record = claim.record;
    const { mustRunAlone, claimsNotStarted, ...judged } = judgeCrashes(record, lost, maxAttempts);
    const startsJudged = attemptsOf(record) - claimsNotStarted - 1 - (record.lastEndedAttempt ?? 0);
    const claimed = { starts, startsJudged, lost, hasEnd: judged.end !== undefined };
    const isStarted = end === 'crashed' || end === 'handed_back' || !mustRunAlone;
    lost = isStarted ? end !== 'handed_back' : end !== 'set_aside';
    if (isStarted) {
      starts += 1;
      if (mustRunAlone) change(markRunAlone(claimsNotStarted));
    } else if (end !== 'lost') change(markSetAside(claimsNotStarted));
    if (end === 'handed_back') {
      change(markHandedBack(false));
      starts = 0;
    }
    return claimed;
  });
}

it('counts the starts of a call exactly, however many claims were lost before the start (TASK-35)', () => {
  fc.assert(
    fc.property(fc.array(claimEnds, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (ends, maxAttempts) => {
      for (const { starts, startsJudged, lost, hasEnd } of claimsOf(ends, maxAttempts)) {
        expect(startsJudged).toBe(starts);
        expect(hasEnd).toBe(lost && starts >= maxAttempts);
        if (hasEnd) return;
      }
    }),
  );
});

it('reports that the last attempt was isolated, even if the next worker crashed too', () => {
  const record: TaskRecord = { ...createRecord('id', 'ada', 1_000, 0), call, fence: 4, ranAlone: 2 };
  expect(judgeCrashes(record, true, 2).end?.message).toContain('In the last attempt, no other call ran');
});
