import { cutText, escapeControls } from '@toolwire/internal';
import { choicesOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { isSameJson, type Json, type JsonFields, wordOf } from '../../json.ts';
import { describedBy, LabeledField, type ResolvedProps } from './labeled-field.tsx';

/** A choice of values: buttons for a few short ones, and a list for others. */
export function ChoiceField(props: ResolvedProps): VNode {
  const Choice = isSegmented(choicesOf(props.schema) ?? [], props.value) ? SegmentedField : SelectField;
  return <Choice {...props} />;
}

const maxSegments = 4;
const maxCharacters = 16;

/** Whether the choices are few and short, and the value is empty or one of them. */
function isSegmented(choices: readonly Json[], value: Json | undefined): boolean {
  return (
    choices.length > 1 &&
    choices.length <= maxSegments &&
    choices.every((choice) => typeof choice === 'string' && choice !== '' && choice.length <= maxCharacters) &&
    (value === undefined || choices.some((choice) => isSameJson(choice, value)))
  );
}

/** A choice of a few short strings, all of them visible. */
function SegmentedField(props: ResolvedProps): VNode {
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

/** A choice of values, in a list. */
export function SelectField(props: ResolvedProps): VNode {
  const { schema, value, onChange, isItem = false } = props;
  const id = useId();
  const choices = choicesOf(schema) ?? [];
  const chosen = choices.findIndex((choice) => isSameJson(choice, value));
  return (
    <LabeledField
      {...props}
      id={id}
      body={
        <select
          id={id}
          value={wordOf(chosen)}
          aria-describedby={describedBy(id, props)}
          aria-invalid={props.error !== undefined}
          aria-required={props.isRequired}
          onChange={(event) => onChange(choices[Number(event.currentTarget.value)])}
        >
          {(!isItem || chosen < 0) && (
            <option value="-1">{value === undefined || chosen >= 0 ? unsetText(schema) : choiceText(value)}</option>
          )}
          {choices.map((choice, index) => (
            <option value={wordOf(index)} key={index}>
              {choiceText(choice)}
            </option>
          ))}
        </select>
      }
    />
  );
}

/** Returns the text of a field without a value. */
function unsetText({ default: initial }: JsonFields): string {
  return initial === undefined ? '(not set)' : `(default: ${choiceText(initial)})`;
}

/** Returns the text of a choice. Control characters are escaped. */
function choiceText(choice: Json): string {
  return escapeControls(cutText(wordOf(choice), 100));
}

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
