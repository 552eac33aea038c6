import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/index.ts';
import { viewOf } from '../src/record/task.ts';
import { hasEnded, type TaskRecord } from '../src/record/task-record.ts';
import {
  cancelRecord,
  createRecord,
  end,
  fenced,
  requestInput,
  setAnswers,
  setMessage,
  setSaved,
  type Transition,
} from '../src/record/transitions.ts';

const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const objects = fc.dictionary(keys, fc.jsonValue()) as fc.Arbitrary<JsonObject>;

const transitions: fc.Arbitrary<Transition> = fc.oneof(
  { weight: 4, arbitrary: objects.map((requests) => requestInput(new Map(Object.entries(requests)))) },
  { weight: 4, arbitrary: objects.map(setAnswers) },
  { weight: 2, arbitrary: fc.string().map(setMessage) },
  fc.constant(cancelRecord),
  fc.jsonValue().map((result) => end({ status: 'completed', result: result as null })),
  fc.jsonValue().map((error) => end({ status: 'failed', error: error as null, message: 'It failed.' })),
);

/** Takes the changes one after the other, and shows each with the record before and after it. */
function history(changes: readonly Transition[]): (readonly [TaskRecord, TaskRecord | undefined])[] {
  let record = createRecord('id', 'ada', 1_000, 0);
  return changes.map((change, index) => {
    const before = record;
    const after = change(before, index % 3);
    record = after ?? before;
    return [before, after] as const;
  });
}

describe('transitions', () => {
  it('never leave a final status, and otherwise follow the protocol (MCP-TASK-04)', () => {
    const arrows: Readonly<Record<string, readonly string[]>> = {
      working: ['working', 'input_required', 'completed', 'failed', 'cancelled'],
      input_required: ['working', 'input_required', 'completed', 'failed', 'cancelled'],
    };
    fc.assert(
      fc.property(fc.array(transitions), (changes) => {
        for (const [before, after] of history(changes)) {
          if (hasEnded(before)) expect(after).toBeUndefined();
          if (after !== undefined) expect(arrows[before.status]).toContain(after.status);
        }
      }),
    );
  });

  it('increment the version, keep the owner, and never move updatedAt back', () => {
    fc.assert(
      fc.property(fc.array(transitions), (changes) => {
        for (const [before, after] of history(changes)) {
          if (after === undefined) continue;
          expect(after.version).toBe(before.version + 1);
          expect(after.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
          const { id, owner, createdAt, ttlMs } = before;
          expect(after).toMatchObject({ id, owner, createdAt, ttlMs });
        }
      }),
    );
  });

  it('require input exactly as long as a question is open', () => {
    fc.assert(
      fc.property(fc.array(transitions), (changes) => {
        for (const [, after] of history(changes)) {
          if (after === undefined) continue;
          const { requests } = viewOf(after);
          expect(after.status === 'input_required').toBe(requests !== undefined && Object.keys(requests).length > 0);
        }
      }),
    );
  });

  it('keep one request and one answer per key (MCP-TASKX-06)', () => {
    fc.assert(
      fc.property(fc.array(transitions), (changes) => {
        for (const [before, after] of history(changes)) {
          if (after === undefined || hasEnded(after)) continue;
          const used = after.questions.map(({ key }) => key);
          expect(new Set(used).size).toBe(used.length);
          for (const question of before.questions) {
            const later = after.questions.find(({ key }) => key === question.key);
            expect(later).toMatchObject(question);
          }
        }
      }),
    );
  });

  it('set result or error by status, and drop questions at the end', () => {
    fc.assert(
      fc.property(fc.array(transitions), (changes) => {
        for (const [, after] of history(changes)) {
          if (after === undefined) continue;
          expect(after.result !== undefined).toBe(after.status === 'completed');
          expect(after.error !== undefined).toBe(after.status === 'failed');
          if (hasEnded(after)) expect(after.questions).toEqual([]);
        }
      }),
    );
  });

  it('ignore answers without an open question', () => {
    const asked = requestInput(new Map([['a', 1]]))(createRecord('id', null, 1_000, 0), 1);
    expect(asked).toMatchObject({ status: 'input_required', version: 2 });
    const answered = asked && setAnswers({ a: null, b: 2 })(asked, 2);
    expect(answered).toMatchObject({ status: 'working', questions: [{ key: 'a', request: 1, answer: null }] });
    expect(answered && setAnswers({ a: 3 })(answered, 3)).toBeUndefined();
    expect(asked && setAnswers({ b: 3 })(asked, 3)).toBeUndefined();
  });
});

describe('fenced', () => {
  it('changes a task only while its claim holds (TASK-03)', () => {
    const claimed = { ...createRecord('id', null, 1_000, 0), fence: 2 };
    expect(fenced(2, setSaved('mine'))(claimed, 1)).toMatchObject({ saved: 'mine', version: 2, fence: 2 });
    expect(fenced(1, setSaved('late'))(claimed, 1)).toBeUndefined();
    expect(fenced(3, setSaved('never claimed'))(claimed, 1)).toBeUndefined();
  });
});
