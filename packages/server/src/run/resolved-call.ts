import type { Call, Tool, ToolInfo } from '@toolwire/core';

/** A call after `resolve`: its tool is known. */
export type ResolvedCall = Call & { readonly tool: Tool };

/** A call after all checks: its input is valid. */
export type ReadyCall = ResolvedCall & { readonly validInput: unknown };

// Whether a call needs a stage. Other calls skip it.

export function hasScopes({ tool }: ResolvedCall): boolean {
  return tool.scopes !== undefined;
}

/** Tools without requirements skip the check (OTC-TAUTH-02). */
export function hasRequirements({ tool }: ResolvedCall): boolean {
  return tool.requirements !== undefined;
}

export function hasUploads({ tool }: ReadyCall): boolean {
  return tool.uploads !== undefined;
}

/** The run of a task was confirmed when its call arrived. */
export function needsConfirmation({ tool, task }: ReadyCall): boolean {
  return tool.confirm !== undefined && task === undefined;
}

/** Whether calls of a tool must be confirmed. */
export function hasConfirm({ confirm }: Tool): boolean {
  return confirm !== undefined;
}

/** The run of a task passes through. */
export function mayBecomeTask({ tool, task }: ResolvedCall): boolean {
  return tool.taskSupport !== undefined && task === undefined;
}

/** The ID and version of a tool, as in requests and logs. */
export function toolIdOf({ id, version }: Pick<ToolInfo, 'id' | 'version'>): string {
  return `${id}@${version}`;
}
