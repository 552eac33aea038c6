import { checkNames, type NamesOf } from '@toolwire/internal';
import { createWhenRegistered } from './instruments.ts';
import type { Attributes, Counter, Gauge, Meter, OpenTelemetryApi } from './open-telemetry.ts';
import { metricNames, ownNames } from './telemetry-names.ts';

/** Options of `traceTasks()`. */
export interface TraceTasksOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
}

/** The fields of the events of `createTaskCalls` that are measured. */
interface MeasuredTaskEvent {
  readonly kind: string;
  readonly toolId?: string;
  readonly toolVersion?: string;
  readonly first?: boolean;
  readonly waitedMs?: number;
  readonly status?: string;
  readonly queued?: number;
  readonly waitingForTool?: number;
  readonly oldestMs?: number;
}

/** The option `observer` of `createTaskCalls`, and of the tasks of a server. */
export interface TaskTracing {
  /** Records metrics of an event. */
  readonly observe: (event: MeasuredTaskEvent) => void;
  /** Returns the active span, which becomes the parent of the task's run in any process. */
  readonly traceparent: () => string | undefined;
}

type TaskInstruments = ReturnType<typeof createTaskInstruments>;

const optionNames: NamesOf<TraceTasksOptions> = { api: true };
/** In seconds. Calls may wait for hours. */
const waitBoundaries = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];

/** Traces and measures durable calls: `tasks: { file: 'tasks.db', observer: traceTasks({ api }) }`. */
export function traceTasks(options: TraceTasksOptions): TaskTracing {
  checkNames('traceTasks()', options, optionNames);
  const { api } = options;
  const findInstruments = createWhenRegistered(api, createTaskInstruments);
  return {
    observe: (event) => {
      const instruments = findInstruments();
      if (instruments !== undefined) measure(instruments, event);
    },
    traceparent: () => {
      const span = api.trace.getSpanContext(api.context.active());
      if (span === undefined || span.traceId === api.INVALID_SPAN_CONTEXT.traceId) return undefined;
      return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & 0xff).toString(16).padStart(2, '0')}`;
    },
  };
}

function measure(instruments: TaskInstruments, event: MeasuredTaskEvent): void {
  const { kind, toolId, toolVersion, waitedMs = 0, queued = 0, waitingForTool = 0, oldestMs = 0, status } = event;
  const attributes: Attributes = { [ownNames.toolId]: toolId, [ownNames.toolVersion]: toolVersion };
  switch (kind) {
    case 'swept':
      instruments.queued?.record(queued, {});
      instruments.oldest?.record(oldestMs / 1000, {});
      instruments.waitingForTool?.record(waitingForTool, {});
      return;
    case 'started':
      instruments.running.add(1, attributes);
      instruments.attempts.add(1, attributes);
      if (event.first === true) instruments.wait.record(waitedMs / 1000, attributes);
      return;
    case 'worker_crashed':
      instruments.lost.add(1, attributes);
      return;
    case 'failed_after_crashes':
      instruments.ended.add(1, { ...attributes, [ownNames.outcome]: 'failed_after_crashes' });
      return;
    case 'ended':
    case 'discarded':
      instruments.ended.add(1, { ...attributes, [ownNames.outcome]: status ?? kind });
      instruments.running.add(-1, attributes);
      return;
    case 'parked':
    case 'handed_back':
      instruments.running.add(-1, attributes);
  }
}

function createTaskInstruments(meter: Meter) {
  const gauge = (name: string, unit: string, description: string): Gauge | undefined =>
    meter.createGauge?.(name, { unit, description });
  const count = (name: string, unit: string, description: string): Counter =>
    meter.createCounter(name, { unit, description });
  return {
    queued: gauge(metricNames.tasksQueued, '{call}', 'Calls that wait for a worker, in all processes.'),
    oldest: gauge(metricNames.tasksOldest, 's', 'The age of the stored call that waits the longest.'),
    waitingForTool: gauge(
      metricNames.tasksWaitingForTool,
      '{call}',
      'Calls that wait for a worker that has their tool, in all processes.',
    ),
    running: meter.createUpDownCounter(metricNames.tasksRunning, {
      description: 'Stored calls that run in this process.',
      unit: '{call}',
    }),
    wait: meter.createHistogram(metricNames.tasksWait, {
      description: 'How long a call waits for its first worker.',
      unit: 's',
      advice: { explicitBucketBoundaries: waitBoundaries },
    }),
    attempts: count(metricNames.tasksAttempts, '{run}', 'Started runs of stored calls.'),
    lost: count(metricNames.tasksLost, '{run}', 'Runs whose worker crashed.'),
    ended: count(metricNames.tasksEnded, '{call}', 'Stored calls that ended in this process, by result.'),
  };
}
