import { choicesOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { isSameJson, type Json } from '../../json.ts';
import type { ResolvedProps } from './field-props.ts';
import { LabeledField } from './labeled-field.tsx';
import { choiceText } from './select-field.tsx';

const maxSegments = 4;
const maxCharacters = 16;

/** Whether the choices are few and short, and the value is empty or one of them. */
export function isSegmented(choices: readonly Json[], value: Json | undefined): boolean {
  return (
    choices.length > 1 &&
    choices.length <= maxSegments &&
    choices.every((choice) => typeof choice === 'string' && choice !== '' && choice.length <= maxCharacters) &&
    (value === undefined || choices.some((choice) => isSameJson(choice, value)))
  );
}

/** A choice of a few short strings, all of them visible. */
export function SegmentedField(props: ResolvedProps): VNode {
  const { schema, value, onChange } = props;
  const id = useId();
  return (
    <LabeledField
      {...props}
      id={id}
      group="radiogroup"
      body={
        <div class="segments">
          {(choicesOf(schema) ?? []).map((choice, index) => (
            <label key={index}>
              <input type="radio" name={id} checked={isSameJson(choice, value)} onChange={() => onChange(choice)} />
              <span>{choiceText(choice)}</span>
            </label>
          ))}
        </div>
      }
    />
  );
}
