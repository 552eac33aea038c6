import type { ToolService } from '@toolwire/core/wire';
import type { McpLists, McpUpdates } from '../definitions/updates.ts';
import { notificationText } from './json-rpc.ts';

/** A list that can change. */
export type ListKind = 'tools' | keyof McpLists;

/** Calls back after a list has changed. Returns a function that ends this. */
export function onListChanged(
  service: ToolService,
  updates: McpUpdates | undefined,
  changed: (kind: ListKind) => void,
): () => void {
  const stopTools = service.onToolsChanged(() => changed('tools'));
  const stopLists = updates?.onListChanged(changed);
  return () => {
    stopTools();
    stopLists?.();
  };
}

/** Encodes the notification of a changed list. `meta` is a JSON member of its parameters. */
export function listChangedText(kind: ListKind, meta = ''): string {
  return notificationText(`notifications/${kind}/list_changed`, `{${meta}}`);
}
