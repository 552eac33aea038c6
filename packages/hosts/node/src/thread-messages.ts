import type { Principal } from '@toolwire/core';
import type { CarriedError } from './carried-error.ts';

/** What a tool knows of its call, as far as it can be sent to another thread. */
export interface CallDetails {
  readonly callId: string;
  readonly toolId: string;
  readonly principal: Principal | undefined;
  readonly userId: string | undefined;
  readonly saved: unknown;
}

/** What a thread can have done in the thread of the server, and waits for. */
export type Request = 'ask' | 'save' | 'token' | 'secret';

/** What a thread is told. */
export type ToThread =
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown; readonly details: CallDetails }
  | { readonly kind: 'abort'; readonly reason: CarriedError }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: CarriedError };

/** What a thread tells. */
export type FromThread =
  /** The module has said what it runs under this name. */
  | { readonly kind: 'ready'; readonly name: string }
  /** The module is loaded as a whole. */
  | { readonly kind: 'loaded' }
  | {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly about: unknown;
      readonly error: CarriedError | undefined;
      readonly message: string | undefined;
    }
  | { readonly kind: 'request'; readonly id: number; readonly what: Request; readonly argument: unknown }
  | { readonly kind: 'returned'; readonly value: unknown }
  /** `refusal` is the request whose refusal the tool has not caught. */
  | { readonly kind: 'threw'; readonly error: CarriedError; readonly refusal: number | undefined };

/** How serious a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a thread is started with; says in the module that it is loaded in a thread. */
export interface ThreadStart {
  readonly toolwireModule: string;
  readonly preload: string | undefined;
}
