import manifest from '../package.json' with { type: 'json' };

/** Who makes the spans and metrics, and in which version, as OpenTelemetry's instrumentation scope names it. */
export const scope: readonly [name: string, version: string] = [manifest.name, manifest.version];
