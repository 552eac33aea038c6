import type { Call, Tool } from '@toolwire/core';

/** A call that is ready to run: its tool is known and its input fits. */
export type ReadyCall = Call & { readonly tool: Tool; readonly validInput: unknown };
