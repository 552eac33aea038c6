import { cutText, escapeControls } from '@toolwire/internal';
import { pointerOf, resolveSchema } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorsInside, errorsOutside, errorText } from '../../field-errors.ts';
import { type FocusTarget, focusField } from '../../focus.ts';
import { entriesOf, fieldsOf, isFields, type Json, type JsonFields, memberOf, wordOf } from '../../json.ts';
import { addedValue } from '../../schema/initial-value.ts';
import { Button } from '../controls.tsx';
import { Text } from '../text.tsx';
import { type BodyProps, FieldErrorText } from './labeled-field.tsx';
import { RecordEntries } from './record-entries.tsx';

/** The properties of an object, and additional ones if the schema allows them. Empty optional fields are behind buttons. */
export function ObjectFields({ schema, root, value, path, errors, onChange, Field }: BodyProps): VNode {
  const fieldsRef = useRef<HTMLDivElement>(null);
  // Whether the user has added or removed each field. A field that the user empties is still shown.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState<FocusTarget | undefined>(undefined);
  useEffect(() => {
    if (focused !== undefined) focusField(fieldsRef.current, focused);
  }, [focused]);
  const known = fieldsOf(schema, 'properties');
  const required = entriesOf(schema, 'required').map(wordOf);
  const fields = isFields(value) ? value : {};
  const set = (name: string, next: Json | undefined): void => {
    if (next === undefined) {
      const { [name]: _removed, ...rest } = fields;
      onChange(rest);
      return;
    }
    const changed = { ...fields, [name]: next };
    // The order of existing properties stays, so that the JSON text does not jump.
    onChange(Object.hasOwn(fields, name) ? changed : sortProperties(changed, known));
  };
  const isShown = (name: string): boolean =>
    required.includes(name) ||
    Object.hasOwn(fields, name) ||
    (choices.get(name) ?? errorsInside(errors, name).length > 0);
  const setShown = (name: string, isOpen: boolean): void => setChoices((before) => new Map(before).set(name, isOpen));
  const names = Object.keys(known);
  const isRecord = hasEntries(schema) || Object.keys(fields).some((name) => !Object.hasOwn(known, name));
  const shownNames = names.filter(isShown);
  const outsideErrors = errorsOutside(errors, isRecord ? [...shownNames, ...Object.keys(fields)] : shownNames);
  return (
    <div class="fields" ref={fieldsRef}>
      <FieldErrorText error={errorText(outsideErrors)} />
      {shownNames.map((name) => (
        <Field
          key={name}
          schema={known[name]}
          root={root}
          path={path + pointerOf([name])}
          label={name}
          value={memberOf(fields, name)}
          isRequired={required.includes(name)}
          errors={errorsInside(errors, name)}
          onChange={(next) => {
            setShown(name, true);
            set(name, next);
          }}
        >
          {!required.includes(name) && (
            <Button
              class="quiet"
              onClick={() => {
                setShown(name, false);
                if (Object.hasOwn(fields, name)) set(name, undefined);
                setFocused({ path: path + pointerOf([name]), isButton: true });
              }}
            >
              Remove <Text text={name} maxLength={80} />
            </Button>
          )}
        </Field>
      ))}
      <AddFields
        {...{ root, path, known }}
        names={names.filter((name) => !isShown(name))}
        onAdd={(name) => {
          setShown(name, true);
          const added = addedValue(known[name], root);
          if (added !== undefined) set(name, added);
          setFocused({ path: path + pointerOf([name]), isButton: false });
        }}
      />
      {isRecord && (
        <RecordEntries
          item={recordItem(schema)}
          isOnly={names.length === 0}
          {...{ root, path, fields, errors, set, known, Field }}
        />
      )}
      {names.length === 0 && !isRecord && <p class="about">No parameters.</p>}
    </div>
  );
}

/** Sorts properties in the order of the schema. Unknown properties are last. */
function sortProperties(fields: JsonFields, known: JsonFields): JsonFields {
  const names = Object.keys(known);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([left], [right]) => rank(left) - rank(right)));
}

/** Whether a schema names additional properties. Most schemas accept them only because they don't forbid them. */
function hasEntries({ properties, additionalProperties, patternProperties }: JsonFields): boolean {
  if (isFields(patternProperties)) return true;
  return additionalProperties === undefined ? properties === undefined : additionalProperties !== false;
}

function recordItem({ additionalProperties, patternProperties }: JsonFields): Json {
  const [pattern] = isFields(patternProperties) ? Object.values(patternProperties) : [];
  return pattern ?? (isFields(additionalProperties) ? additionalProperties : {});
}

interface AddProps extends Pick<BodyProps, 'root' | 'path'> {
  /** The optional properties without a field. */
  readonly names: readonly string[];
  readonly known: JsonFields;
  readonly onAdd: (name: string) => void;
}

/** A button for each optional property, which adds its field. */
function AddFields({ names, known, root, path, onAdd }: AddProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Optional fields">
      {names.map((name) => {
        const { description } = resolveSchema(known[name], root);
        return (
          <Button
            key={name}
            class="add-field"
            data-add-field={path + pointerOf([name])}
            title={typeof description === 'string' ? escapeControls(cutText(description, 300)) : undefined}
            onClick={() => onAdd(name)}
          >
            <span aria-hidden="true">+ </span>
            <span class="visually-hidden">Add </span>
            <Text text={name} maxLength={80} />
          </Button>
        );
      })}
    </div>
  );
}
