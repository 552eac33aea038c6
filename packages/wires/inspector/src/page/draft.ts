import { signal } from '@preact/signals';
import { type Json, parseJson } from './json.ts';
import { initialValue } from './schema/kinds.ts';
import type { Schema } from './tool.ts';

/** The input of a tool while it is written: the same in the form and in the text beside it. */
export class Draft {
  readonly value = signal<Json | undefined>(undefined);
  readonly text = signal('');
  /** Whether the text is no JSON; the form then keeps what it had. */
  readonly isBroken = signal(false);

  constructor(schema: Schema) {
    this.setValue(initialValue(schema, schema) ?? {});
  }

  /** The form has changed. */
  setValue(value: Json | undefined): void {
    this.value.value = value;
    this.text.value = value === undefined ? '' : JSON.stringify(value, null, 2);
    this.isBroken.value = false;
  }

  /** The text has changed. */
  setText(text: string): void {
    const value = parseJson(text);
    this.text.value = text;
    this.isBroken.value = value === undefined && text.trim() !== '';
    if (!this.isBroken.value) this.value.value = value;
  }
}
