import process from 'node:process';

/** The point at which a server process crashes: after a claim, after the effect of its tool, or after the result is stored. */
export type CrashPoint = 'claim' | 'effect' | 'record';

/** The settings of a server process, in its environment. */
export interface ServerSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly effects: string;
  readonly leaseMs: number;
  readonly storeTimeoutMs: number;
  readonly crashAt?: CrashPoint | undefined;
  /** How many calls must have come to that point. */
  readonly crashCalls: number;
  /** How far its clock is wrong. */
  readonly clockSkewMs: number;
}

/** Reads the settings, and sets the clock wrong as they say. */
export function readServerSettings({ SERVER_SETTINGS: text }: NodeJS.ProcessEnv): ServerSettings {
  const settings = JSON.parse(text ?? '{}') as ServerSettings;
  const rightNow = Date.now;
  Date.now = () => rightNow() + settings.clockSkewMs;
  return settings;
}

/** Kills the process when enough calls have come to the point, and holds them there until then. */
export function crashPoint({ crashAt, crashCalls }: ServerSettings): (point: CrashPoint) => Promise<void> {
  let reached = 0;
  return async (point) => {
    if (point !== crashAt) return;
    reached += 1;
    if (reached === crashCalls) process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  };
}
