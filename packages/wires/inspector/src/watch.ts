import { andThen, type Call, type MaybePromise, type Outcome, type Stage, type Tool } from '@toolwire/core';
import { redactContent } from '@toolwire/log/stage';
import { type CallMessage, callChannel, type EventChannel, type EventChannels } from '@toolwire/trace/stage';
import { describeOutcome } from './describe-outcome.ts';
import type { Feed } from './feed.ts';

/** One run of a tool within a call, in milliseconds from the beginning of the call. */
interface Run {
  readonly fromMs: number;
  toMs?: number;
  outcome?: Outcome['kind'];
}

/** A stage that a call has come to, in milliseconds from the beginning of the call. */
interface ReachedStage {
  readonly name: string;
  readonly atMs: number;
}

/** What is kept of a call that somebody looks at, until it has ended. */
interface WatchedCall {
  readonly number: number;
  readonly startedAt: number;
  readonly begunMs: number;
  readonly runs: Run[];
  readonly stages: ReachedStage[];
  /** What came, what was answered, with its secrets masked. */
  content?: object;
}

type ReadyCall = Call & { readonly tool: Tool; readonly validInput: unknown };

/** The stages that tell a feed of calls. While nobody looks, calls pass. */
export interface Watch {
  readonly use: readonly Stage<Call>[];
  readonly around: readonly Stage<ReadyCall>[];
}

/** What the engine of a server looks for among its stages. */
interface StageWatch {
  readonly isOn: () => boolean;
  readonly reached: (call: Call, stage: string) => void;
}

/** Under which a stage says that it looks at the others. */
const watchesStages = Symbol.for('toolwire.watches-stages');

const mostStages = 200;

/** How much of one call's input or answer is told. */
const longestText = 20_000;

/** Makes them: the same messages as on the diagnostics channel, and what only the inspector shows, masked as the log masks. */
export function createWatch(feed: Feed): Watch {
  const watched = new WeakSet<object>();
  const redact = redactContent();
  let count = 0;

  const watch = (call: Call, next: Parameters<Stage>[1]): MaybePromise<Outcome> => {
    count += 1;
    const record: WatchedCall = {
      number: count,
      startedAt: Date.now(),
      begunMs: performance.now(),
      runs: [],
      stages: [],
    };
    watched.add(record);
    const publish = callChannel({ channels: channelsFor(feed, record) });
    return publish(call, () =>
      // The stages behind find the record on the call.
      andThen(next({ inspected: record }), (outcome) => {
        record.content = contentOf(call, outcome);
        return outcome;
      }),
    );
  };

  const contentOf = (call: Call, outcome: Outcome): object => {
    const { tool } = outcome;
    const told = describeOutcome(outcome);
    // What nobody knows the schema of is not shown: its secrets could not be told from the rest.
    if (tool === undefined) return { answer: shorten(told) };
    const of = { call, tool };
    return { input: shorten(redact(call.input, of)), answer: shorten(redact(told, of)) };
  };

  const recordOf = (call: object): WatchedCall | undefined => {
    const record: unknown = Reflect.get(call, 'inspected');
    return typeof record === 'object' && record !== null && watched.has(record) ? (record as WatchedCall) : undefined;
  };

  const use: Stage<Call> = (call, next) => (feed.isWatched ? watch(call, next) : next());
  const stageWatch: StageWatch = {
    isOn: () => feed.isWatched,
    reached(call, name) {
      const record = recordOf(call);
      // Stages that try again and again would fill the page.
      if (record === undefined || record.stages.length >= mostStages) return;
      record.stages.push({ name, atMs: performance.now() - record.begunMs });
    },
  };

  const around: Stage<ReadyCall> = (call, next) => {
    const record = feed.isWatched ? recordOf(call) : undefined;
    if (record === undefined) return next();
    const run: Run = { fromMs: performance.now() - record.begunMs };
    record.runs.push(run);
    return andThen(next(), (outcome) => {
      run.toMs = performance.now() - record.begunMs;
      run.outcome = outcome.kind;
      return outcome;
    });
  };

  return {
    use: [Object.assign(use, { [watchesStages]: stageWatch })],
    around: [Object.assign(around, { [watchesStages]: stageWatch })],
  };
}

function channelsFor(feed: Feed, record: WatchedCall): EventChannels {
  const { number, startedAt, begunMs, runs, stages } = record;
  const silent: EventChannel = { publish: () => undefined, runStores: (_message, run) => run() };
  const started = (message: object): void => feed.send({ kind: 'start', number, startedAt, ...message });
  const ended = (message: CallMessage): void => {
    if (message.outcome === undefined) return;
    const tookMs = performance.now() - begunMs;
    feed.send({ kind: 'end', number, startedAt, tookMs, runs, stages, ...message, ...record.content });
  };
  return {
    hasSubscribers: true,
    start: {
      publish: () => undefined,
      runStores: (message, run) => {
        started(message);
        return run();
      },
    },
    // Of a call that goes on later it has no outcome yet.
    end: { ...silent, publish: (message) => ended(message as CallMessage) },
    asyncStart: silent,
    asyncEnd: { ...silent, publish: (message) => ended(message as CallMessage) },
    error: silent,
  };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return text.length <= longestText ? text : `${text.slice(0, longestText)}\n… ${text.length} characters in all`;
}
