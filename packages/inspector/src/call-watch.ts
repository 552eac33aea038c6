import { andThen, type Call, type MaybePromise, type Outcome, type Stage, type Tool } from '@toolwire/core';
import { type StageObserver, stageObserverMark } from '@toolwire/core/internal';
import { firstCharacters } from '@toolwire/internal';
import { type CallMessage, callChannel, type EventChannel, type EventChannels } from '@toolwire/trace/stage';
import { type CallContent, createContentReader } from './call-content.ts';
import type { Feed } from './feed.ts';

/** A run of a tool, in milliseconds since the start of the call. */
interface Run {
  readonly fromMs: number;
  toMs?: number;
  outcome?: Outcome['kind'];
}

/** A stage that a call has reached, in milliseconds since the start of the call. */
interface ReachedStage {
  readonly name: string;
  readonly atMs: number;
}

/** The names that the calling program reports. */
interface WatchedClient {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** The recorded data of a running call. */
interface WatchedCall {
  readonly number: number;
  readonly startedAt: number;
  readonly startedMs: number;
  readonly runs: Run[];
  readonly stages: ReachedStage[];
  readonly client: WatchedClient | undefined;
  content?: CallContent;
}

type ReadyCall = Call & { readonly tool: Tool; readonly validInput: unknown };

/** The middleware that sends calls to open pages. */
export interface CallWatch {
  /** Observes every call while a page is watching. Put it first in `use`. */
  readonly use: readonly Stage<Call>[];
  /** Observes every run of a tool while a page is watching. Put it last in `around`. */
  readonly around: readonly Stage<ReadyCall>[];
}

/** A limit, because retries add stages. */
const maxStages = 200;

const maxNameLength = 100;

/**
 * Creates the middleware that sends calls to a feed while a page is watching: the messages of the diagnostics channel, with
 * input and result, masked like the log.
 */
export function createCallWatch(feed: Feed): CallWatch {
  const records = new WeakSet<object>();
  const readContent = createContentReader();
  let count = 0;

  const watch = (call: Call, next: Parameters<Stage>[1]): MaybePromise<Outcome> => {
    count += 1;
    const record: WatchedCall = {
      number: count,
      startedAt: Date.now(),
      startedMs: performance.now(),
      runs: [],
      stages: [],
      client: clientOf(call),
    };
    records.add(record);
    const publish = callChannel(channelsFor(feed, record));
    return publish(call, () =>
      // Later stages read the record from the call.
      andThen(next({ inspected: record }), (outcome) => {
        record.content = readContent(call, outcome);
        return outcome;
      }),
    );
  };

  const recordOf = (call: object): WatchedCall | undefined => {
    const record: unknown = Reflect.get(call, 'inspected');
    return typeof record === 'object' && record !== null && records.has(record) ? (record as WatchedCall) : undefined;
  };

  const use: Stage<Call> = (call, next) => (feed.isWatched ? watch(call, next) : next());
  const around: Stage<ReadyCall> = (call, next) => {
    const record = feed.isWatched ? recordOf(call) : undefined;
    if (record === undefined) return next();
    const run: Run = { fromMs: performance.now() - record.startedMs };
    record.runs.push(run);
    return andThen(next(), (outcome) => {
      run.toMs = performance.now() - record.startedMs;
      run.outcome = outcome.kind;
      return outcome;
    });
  };
  const observer: StageObserver = {
    isOn: () => feed.isWatched,
    reached(call, name) {
      const record = recordOf(call);
      if (record === undefined || record.stages.length >= maxStages) return;
      record.stages.push({ name, atMs: performance.now() - record.startedMs });
    },
  };
  return {
    use: [Object.assign(use, { [stageObserverMark]: observer })],
    around: [Object.assign(around, { [stageObserverMark]: observer })],
  };
}

/** Returns channels that send the messages of one call to the feed. */
function channelsFor(feed: Feed, record: WatchedCall): EventChannels {
  const { number, startedAt, startedMs, runs, stages, client } = record;
  const silent: EventChannel = { publish: () => undefined, runStores: (_message, run) => run() };
  const end: EventChannel = {
    ...silent,
    publish: (message) => {
      // An asynchronous call has no outcome at the end of its synchronous part.
      if ((message as CallMessage).outcome === undefined) return;
      const tookMs = performance.now() - startedMs;
      feed.send({
        kind: 'end',
        number,
        startedAt,
        // A page may not have seen the start of the call.
        client,
        tookMs,
        runs,
        stages,
        ...(message as CallMessage),
        ...record.content,
      });
    },
  };
  const start: EventChannel = {
    ...silent,
    runStores: (message, run) => {
      feed.send({ kind: 'start', number, startedAt, client, ...message });
      return run();
    },
  };
  return { hasSubscribers: true, start, end, asyncStart: silent, asyncEnd: end, error: silent };
}

/** Clients choose these names, so they are cut. */
function clientOf({ client }: Call): WatchedClient | undefined {
  if (client === undefined) return undefined;
  const cut = (text: string | undefined): string | undefined => text && firstCharacters(text, maxNameLength);
  const { name, version, protocolVersion } = client;
  return { name: cut(name), version: cut(version), protocolVersion: cut(protocolVersion) };
}
