import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Draft } from '../../draft.ts';
import { isFields } from '../../json.ts';
import { exampleValue } from '../../schema/example-value.ts';
import type { Schema } from '../../tool.ts';

interface ExampleProps {
  readonly schema: Schema;
  readonly draft: Draft;
}

/** A button that replaces the input with an example. Tools without parameters have no button. */
export function ExampleButton({ schema, draft }: ExampleProps): VNode | null {
  const example = useMemo(() => exampleValue(schema, schema), [schema]);
  if (!isFields(example) || Object.keys(example).length === 0) return null;
  return (
    <p class="row">
      <button type="button" onClick={() => draft.setValue(example)}>
        Fill example
      </button>
    </p>
  );
}
