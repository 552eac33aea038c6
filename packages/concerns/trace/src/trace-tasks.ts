import { checkNames, type NamesOf } from '@toolwire/internal';
import { metricNames, ownNames } from './names.ts';
import type { Attributes, Counter, Gauge, Histogram, OpenTelemetryApi } from './open-telemetry.ts';
import { scope } from './scope.ts';

/** What calls that outlive their process are measured with. */
export interface TraceTasksOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
}

/** What `createTaskCalls` of `@toolwire/tasks` tells, as far as it is measured. */
export interface MeasuredTaskEvent {
  readonly kind: string;
  readonly toolId?: string;
  readonly toolVersion?: string;
  readonly first?: boolean;
  readonly waitedMs?: number;
  readonly status?: string;
  readonly queued?: number;
  readonly lacking?: number;
  readonly oldestMs?: number;
}

/** Options of `createTaskCalls`, and of the tasks of a server. */
export interface TaskTracing {
  /** Measures what happens to calls. */
  readonly observe: (event: MeasuredTaskEvent) => void;
  /** Joins the run of a call, in whichever process, to the span that is active when it is kept. */
  readonly traceparent: () => string | undefined;
}

interface TaskInstruments {
  readonly queued: Gauge | undefined;
  readonly oldest: Gauge | undefined;
  readonly lacking: Gauge | undefined;
  readonly running: Counter;
  readonly wait: Histogram;
  readonly attempts: Counter;
  readonly lost: Counter;
  readonly ended: Counter;
}

const optionNames: NamesOf<TraceTasksOptions> = { api: true };
// In seconds: calls may wait for hours.
const waitBoundaries = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];

/** Traces and measures calls that outlive their process: `tasks: { file: 'tasks.db', ...traceTasks({ api }) }`. */
export function traceTasks(options: TraceTasksOptions): TaskTracing {
  checkNames('traceTasks()', options, optionNames);
  const { api } = options;
  const instrumentsNow = createTaskInstruments(api);
  return {
    observe: (event) => {
      const instruments = instrumentsNow();
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
  const { kind, toolId, toolVersion, waitedMs = 0, queued = 0, lacking = 0, oldestMs = 0, status } = event;
  const about: Attributes = { [ownNames.toolId]: toolId, [ownNames.toolVersion]: toolVersion };
  switch (kind) {
    case 'swept':
      instruments.queued?.record(queued, {});
      instruments.oldest?.record(oldestMs / 1000, {});
      instruments.lacking?.record(lacking, {});
      return;
    case 'begun':
      instruments.running.add(1, about);
      instruments.attempts.add(1, about);
      if (event.first === true) instruments.wait.record(waitedMs / 1000, about);
      return;
    case 'lost':
      instruments.lost.add(1, about);
      return;
    case 'given_up':
      instruments.ended.add(1, { ...about, [ownNames.outcome]: 'given_up' });
      return;
    case 'ended':
    case 'cut_off':
      instruments.ended.add(1, { ...about, [ownNames.outcome]: status ?? kind });
      instruments.running.add(-1, about);
      return;
    case 'parked':
    case 'handed_back':
      instruments.running.add(-1, about);
  }
}

/** Asked anew until somebody collects: an application may build its server before it starts the SDK. */
function createTaskInstruments(api: OpenTelemetryApi): () => TaskInstruments | undefined {
  const noMeter = api.createNoopMeter();
  let instruments: TaskInstruments | undefined;
  return () => {
    if (instruments !== undefined) return instruments;
    const meter = api.metrics.getMeter(...scope);
    if (meter === noMeter) return undefined;
    instruments = {
      queued: meter.createGauge?.(metricNames.tasksQueued, {
        description: 'Calls that are to run and that no worker has, in all processes.',
        unit: '{call}',
      }),
      oldest: meter.createGauge?.(metricNames.tasksOldest, {
        description: 'How long ago the call was kept that waits the longest.',
        unit: 's',
      }),
      lacking: meter.createGauge?.(metricNames.tasksLacking, {
        description: 'Calls that wait for a worker that has their tool, in all processes.',
        unit: '{call}',
      }),
      running: meter.createUpDownCounter(metricNames.tasksRunning, {
        description: 'Kept calls that run in this process.',
        unit: '{call}',
      }),
      wait: meter.createHistogram(metricNames.tasksWait, {
        description: 'How long a call waits for its first worker.',
        unit: 's',
        advice: { explicitBucketBoundaries: waitBoundaries },
      }),
      attempts: meter.createCounter(metricNames.tasksAttempts, {
        description: 'Runs of kept calls that began.',
        unit: '{run}',
      }),
      lost: meter.createCounter(metricNames.tasksLost, { description: 'Runs whose worker was lost.', unit: '{run}' }),
      ended: meter.createCounter(metricNames.tasksEnded, {
        description: 'Kept calls that have ended here, by how.',
        unit: '{call}',
      }),
    };
    return instruments;
  };
}
