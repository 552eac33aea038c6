import type { Call, Tool } from '@toolwire/core';

/** A call whose tool is known. */
export type ResolvedCall = Call & { readonly tool: Tool };

/** A call that is ready to run: its tool is known and its input fits. */
export type ReadyCall = ResolvedCall & { readonly validInput: unknown };

/** The id and version that run. */
export function toolIdOf({ tool }: ReadyCall): string {
  return `${tool.id}@${tool.version}`;
}
