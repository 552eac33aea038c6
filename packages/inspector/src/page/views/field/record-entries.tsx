import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { errorsInside } from '../../field-errors.ts';
import type { Json, JsonFields } from '../../json.ts';
import { emptyValue } from '../../schema/initial-value.ts';
import { Button } from '../controls.tsx';
import { Text } from '../text.tsx';
import type { BodyProps } from './labeled-field.tsx';

interface RecordProps extends Pick<BodyProps, 'root' | 'path' | 'errors' | 'Field'> {
  readonly item: Json;
  readonly fields: JsonFields;
  readonly known: JsonFields;
  /** Whether the object has no other properties. */
  readonly isOnly: boolean;
  readonly set: (name: string, value: Json | undefined) => void;
}

/** Additional properties, whose names the user chooses. */
export function RecordEntries({ item, root, path, fields, known, isOnly, errors, set, Field }: RecordProps): VNode {
  const [newName, setNewName] = useState('');
  const id = useId();
  const names = Object.keys(fields).filter((key) => !Object.hasOwn(known, key));
  const add = (): void => {
    if (newName === '' || Object.hasOwn(fields, newName)) return;
    set(newName, emptyValue(item, root));
    setNewName('');
  };
  return (
    <details class="record" open={isOnly || names.length > 0}>
      <summary>{isOnly ? 'Entries' : 'More parameters'}</summary>
      {names.map((key) => (
        <Field
          key={key}
          schema={item}
          root={root}
          path={path + pointerOf([key])}
          label={key}
          value={fields[key]}
          errors={errorsInside(errors, key)}
          isRequired={false}
          isItem
          onChange={(next) => set(key, next)}
        >
          <Button
            class="quiet"
            onClick={({ currentTarget }) => {
              // The focus would leave the page with the button.
              currentTarget.closest('details')?.querySelector('summary')?.focus();
              set(key, undefined);
            }}
          >
            Remove <Text text={key} maxLength={80} />
          </Button>
        </Field>
      ))}
      <div class="row">
        <label for={id}>Name of a new entry</label>
        <input
          id={id}
          data-new-entry={path}
          value={newName}
          onInput={(event) => setNewName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button data-add-entry={path} onClick={add} text="Add entry" />
      </div>
    </details>
  );
}
