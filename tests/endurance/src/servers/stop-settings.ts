import type { ToolwireListenOptions } from 'toolwire';

/** When to shut down, from the environment. */
export function stopSettings(): Exclude<ToolwireListenOptions['closeOnSignals'], false | undefined> {
  const [graceMs, deadlineMs, hardLimitMs] = [read('GRACE_MS'), read('DEADLINE_MS'), read('HARD_LIMIT_MS')];
  return {
    ...(graceMs === undefined ? {} : { graceMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(hardLimitMs === undefined ? {} : { hardLimitMs }),
  };
}

function read(name: string): number | undefined {
  const text = process.env[name];
  return text === undefined ? undefined : Number(text);
}
