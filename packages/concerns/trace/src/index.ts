export { type TaskTracing, type TraceTasksOptions, traceTasks } from './trace-tasks.ts';
export { type TracedOptions, traced } from './traced.ts';
