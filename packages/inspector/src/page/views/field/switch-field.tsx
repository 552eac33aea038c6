import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { wordOf } from '../../json.ts';
import { unsetText } from './choice-field.tsx';
import type { ResolvedProps } from './field-props.ts';
import { describedBy, LabeledField } from './labeled-field.tsx';

/** A boolean as a switch, with its value in words. */
export function SwitchField(props: ResolvedProps): VNode {
  const { schema, value, error, onChange } = props;
  const id = useId();
  return (
    <LabeledField
      {...props}
      id={id}
      body={
        <p class="switch">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={value === true}
            aria-describedby={describedBy(id, props)}
            aria-invalid={error !== undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <span class="hint">{value === undefined ? unsetText(schema) : wordOf(value)}</span>
        </p>
      }
    />
  );
}
