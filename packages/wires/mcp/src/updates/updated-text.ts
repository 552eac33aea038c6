import { notificationText } from '../rpc/json-rpc.ts';

/** Writes that a resource has changed; `more` are members of the parameters as JSON text. */
export function updatedText(uri: string, ...more: readonly string[]): string {
  return notificationText(
    'notifications/resources/updated',
    `{${[`"uri":${JSON.stringify(uri)}`, ...more].join(',')}}`,
  );
}
