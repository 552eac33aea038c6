import { signal } from '@preact/signals';
import type { Schema } from '../server-state.ts';
import { isDeep, type Json, parseJson } from './json.ts';
import { initialValue } from './schema/initial-value.ts';

const maxDepth = 200;

/** The input of a tool while the user edits it, as a form and as JSON text. */
export class Draft {
  readonly value = signal<Json | undefined>(undefined);
  readonly text = signal('');
  /** Whether the user is editing the text. Secrets are not masked meanwhile. */
  readonly isTyping = signal(false);
  /** Why the form does not show the text; empty if it does. */
  readonly problem = signal('');

  constructor(schema: Schema) {
    this.setValue(initialValue(schema, schema) ?? {});
  }

  /** The value to send. An empty text is an empty object, and `null` is sent as it is. */
  get input(): Json {
    const { value } = this.value;
    return value === undefined ? {} : value;
  }

  /** Called when the form changes. */
  setValue(value: Json | undefined): void {
    this.value.value = value;
    this.text.value = value === undefined ? '' : JSON.stringify(value, null, 2);
    this.problem.value = '';
    this.isTyping.value = false;
  }

  /** Called when the text changes. */
  setText(text: string): void {
    this.text.value = text;
    this.isTyping.value = true;
    if (isDeep(text, maxDepth)) {
      this.problem.value = `The input has more than ${maxDepth} levels, which servers reject. The form is unchanged.`;
      return;
    }
    const value = parseJson(text);
    const isInvalid = value === undefined && text.trim() !== '';
    this.problem.value = isInvalid ? 'This is not valid JSON yet. The form is unchanged.' : '';
    if (!isInvalid) this.value.value = value;
  }

  /** Called when the text field loses focus. */
  endTyping(): void {
    this.isTyping.value = false;
  }
}
