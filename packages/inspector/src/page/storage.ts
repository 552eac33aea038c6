import { effect, type Signal, signal } from '@preact/signals';

const prefix = 'toolwire-inspector-';

/** Reads a text from the browser's storage; `undefined` without one. A browser may block the storage. */
export function readStored(openStorage: () => Storage, name: string): string | undefined {
  try {
    return openStorage().getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes a text to the browser's storage. Returns whether it is stored: the storage may be blocked or full. */
export function writeStored(openStorage: () => Storage, name: string, text: string): boolean {
  try {
    openStorage().setItem(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Creates a setting of the page that the browser stores. */
export function createSetting(openStorage: () => Storage, name: string): Signal<string> {
  const setting = signal(readStored(openStorage, name) ?? '');
  effect(() => void writeStored(openStorage, name, setting.value));
  return setting;
}
