import { signal } from '@preact/signals';
import { isDeep, type Json, parseJson } from './json.ts';
import { initialValue } from './schema/kinds.ts';
import type { Schema } from './tool.ts';

const deepest = 200;

/** The input of a tool while it is written: the same in the form and in the text beside it. */
export class Draft {
  readonly value = signal<Json | undefined>(undefined);
  readonly text = signal('');
  /** Why the form has kept what it had before the text was written; empty where it follows. */
  readonly problem = signal('');

  constructor(schema: Schema) {
    this.setValue(initialValue(schema, schema) ?? {});
  }

  /** The form has changed. */
  setValue(value: Json | undefined): void {
    this.value.value = value;
    this.text.value = value === undefined ? '' : JSON.stringify(value, null, 2);
    this.problem.value = '';
  }

  /** The text has changed. */
  setText(text: string): void {
    this.text.value = text;
    if (isDeep(text, deepest)) {
      this.problem.value = `This has more than ${deepest} levels, which no server takes; the form keeps what it had.`;
      return;
    }
    const value = parseJson(text);
    const isBroken = value === undefined && text.trim() !== '';
    this.problem.value = isBroken ? 'This is no JSON yet; the form keeps what it had.' : '';
    if (!isBroken) this.value.value = value;
  }
}
