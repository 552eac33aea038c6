import { andThen, type Call, type MaybePromise, type Outcome, type Stage, type Tool } from '@toolwire/core';
import { type StageObserver, stageObserverMark } from '@toolwire/core/internal';
import { firstCharacters } from '@toolwire/internal';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import { redactContent } from '@toolwire/log/stage';
import { type CallMessage, callChannel, type EventChannel, type EventChannels } from '@toolwire/trace/stage';
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

/** The program that called, as it names itself. */
interface WatchedClient {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** The recorded data of a running call. */
interface WatchedCall {
  readonly number: number;
  readonly startedAt: number;
  readonly begunMs: number;
  readonly runs: Run[];
  readonly stages: ReachedStage[];
  readonly client: WatchedClient | undefined;
  /** The input and the result, with secrets masked. */
  content?: object;
}

type ReadyCall = Call & { readonly tool: Tool; readonly validInput: unknown };

/** The middleware that sends calls to open pages. */
export interface Watch {
  /** Observes every call while a page is watching. Put it first in `use`. */
  readonly use: readonly Stage<Call>[];
  /** Observes every run of a tool while a page is watching. Put it last in `around`. */
  readonly around: readonly Stage<ReadyCall>[];
}

const maxStages = 200;

/** The maximum length of an input or result that is sent. */
const longestText = 20_000;

const longestName = 100;

/** Creates the middleware that sends calls to a feed while a page is watching: the messages of the diagnostics channel, with input and result, masked like the log. */
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
      client: clientOf(call),
    };
    watched.add(record);
    const publish = callChannel({ channels: channelsFor(feed, record) });
    return publish(call, () =>
      // Later stages read the record from the call.
      andThen(next({ inspected: record }), (outcome) => {
        record.content = contentOf(call, outcome);
        return outcome;
      }),
    );
  };

  const contentOf = (call: Call, outcome: Outcome): object => {
    const { tool } = outcome;
    const result = describeOutcome(outcome);
    // Without a schema, secrets in the input cannot be found, so the input is not shown.
    if (tool === undefined) return { answer: shorten(result) };
    const of = { call, tool };
    // Content may repeat a value that the output schema marks as sensitive.
    const secrets = outcome.kind === 'value' ? sensitiveValues(tool.outputSchema, outcome.value) : [];
    const answer = createRedactor({ secrets }).value(result);
    return { input: shorten(redact(call.input, of)), answer: shorten(redact(answer, of)) };
  };

  const recordOf = (call: object): WatchedCall | undefined => {
    const record: unknown = Reflect.get(call, 'inspected');
    return typeof record === 'object' && record !== null && watched.has(record) ? (record as WatchedCall) : undefined;
  };

  const use: Stage<Call> = (call, next) => (feed.isWatched ? watch(call, next) : next());
  const stageWatch: StageObserver = {
    isOn: () => feed.isWatched,
    reached(call, name) {
      const record = recordOf(call);
      // Limited, because retries add stages.
      if (record === undefined || record.stages.length >= maxStages) return;
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
    use: [Object.assign(use, { [stageObserverMark]: stageWatch })],
    around: [Object.assign(around, { [stageObserverMark]: stageWatch })],
  };
}

function channelsFor(feed: Feed, record: WatchedCall): EventChannels {
  const { number, startedAt, begunMs, runs, stages, client } = record;
  const silent: EventChannel = { publish: () => undefined, runStores: (_message, run) => run() };
  const started = (message: object): void => feed.send({ kind: 'start', number, startedAt, client, ...message });
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
    // An asynchronous call has no outcome yet.
    end: { ...silent, publish: (message) => ended(message as CallMessage) },
    asyncStart: silent,
    asyncEnd: { ...silent, publish: (message) => ended(message as CallMessage) },
    error: silent,
  };
}

/** Clients choose these names, so they are cut. */
function clientOf({ client }: Call): WatchedClient | undefined {
  if (client === undefined) return undefined;
  const cut = (text: string | undefined): string | undefined => text && firstCharacters(text, longestName);
  const { name, version, protocolVersion } = client;
  return { name: cut(name), version: cut(version), protocolVersion: cut(protocolVersion) };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return text.length <= longestText
    ? text
    : `${firstCharacters(text, longestText)}\n… ${text.length} characters in all`;
}

/** Returns the part of an outcome that the caller received. */
function describeOutcome(outcome: Outcome): object {
  switch (outcome.kind) {
    case 'value':
      return { value: outcome.value, content: outcome.content };
    case 'failed':
      return { reason: outcome.reason, ...outcome.failure };
    case 'invalid':
      return { message: outcome.message, parameterErrors: { ...outcome.parameterErrors } };
    case 'refused':
      return { code: outcome.code, message: outcome.message, developerMessage: outcome.developerMessage };
    case 'input_required':
      return { requests: Object.keys(outcome.requests) };
    case 'deferred':
      return { task: outcome.task.id };
    case 'artifact':
      return { contentType: outcome.artifact.contentType, size: outcome.artifact.size };
  }
}
