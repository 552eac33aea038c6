import type { RpcRequest } from '../decode.ts';
import type { Fields } from '../json-shape.ts';
import type { LogLevel } from '../log-levels.ts';

/** A request of 2026-07-28, which says all about its client. */
export interface ModernRequest extends RpcRequest {
  readonly capabilities: Fields;
  readonly logLevel: LogLevel | undefined;
  readonly progressToken: string | number | undefined;
}
