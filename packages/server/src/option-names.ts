import { checkNames, type NamesOf } from '@toolwire/internal';
import { checkOptions } from './check-options.ts';
import { checkOrder } from './check-order.ts';
import type { Stages } from './checks.ts';
import { healthNames } from './health.ts';
import type { CorsOptions } from './http/cors.ts';
import type { ArtifactOptions } from './keep-output.ts';
import { checkScopes } from './scopes.ts';
import { limitNames } from './server-limits.ts';
import type { ToolServerOptions } from './tool-server-options.ts';

const optionNames: NamesOf<ToolServerOptions> = {
  tools: true,
  wires: true,
  use: true,
  around: true,
  stages: true,
  order: true,
  limits: true,
  validator: true,
  converters: true,
  strict: true,
  portability: true,
  rejectedValues: true,
  cors: true,
  auth: true,
  allowedHosts: true,
  visible: true,
  scopes: true,
  requirements: true,
  artifacts: true,
  tasks: true,
  logger: true,
  onError: true,
  health: true,
  mapError: true,
};

const corsNames: NamesOf<CorsOptions> = { origins: true, maxAgeSeconds: true };
const stageNames: NamesOf<Stages> = { resolve: true, validate: true, requirements: true };
const artifactNames: NamesOf<ArtifactOptions> = { store: true, aboveLength: true, allowVolatile: true };

/** Refuses options that nobody would read, and those that cannot work. */
export function checkServerOptions(options: ToolServerOptions): void {
  const { limits: givenLimits, health } = (options as Partial<ToolServerOptions> | undefined) ?? {};
  checkNames('limits of createToolServer()', givenLimits, limitNames);
  if (typeof health === 'object' && health !== null) {
    checkNames('health of createToolServer()', health, healthNames);
  }
  checkOptions(options);
  checkNames('createToolServer()', options, optionNames);
  checkNames('stages of createToolServer()', options.stages, stageNames);
  if (options.order !== undefined) checkOrder(options.order);
  checkScopes(options.scopes);
  checkNames('cors of createToolServer()', options.cors, corsNames);
  checkNames('artifacts of createToolServer()', options.artifacts, artifactNames);
}
