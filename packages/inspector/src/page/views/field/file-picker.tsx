import { toBase64 } from '@toolwire/internal';
import { createContext, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../requests.ts';
import { Text } from '../text.tsx';

interface PickerProps {
  readonly label: string;
  /** Converts a file to the value of the field. */
  readonly read: (file: File) => Promise<string>;
  readonly onPick: (value: string) => void;
}

/** Uploads a file for the tool of a form. Forms of requests for input have no uploads. */
export const UploadContext = createContext<PickerProps['read'] | undefined>(undefined);

/** Accepts a chosen or dropped file, and passes on the value for it. */
export function FilePicker({ label, read, onPick }: PickerProps): VNode {
  const [isOver, setOver] = useState(false);
  const [state, setState] = useState('Drop a file here, or choose one.');
  const [isBroken, setBroken] = useState(false);
  const newest = useRef<File | undefined>(undefined);
  // Other fields may change while a file is read, and with them the input that the value is added to.
  const latestPick = useRef(onPick);
  latestPick.current = onPick;
  // The value of a field that is gone would overwrite the input.
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );
  const pick = (file: File | undefined): void => {
    setOver(false);
    if (file === undefined) return;
    newest.current = file;
    // A file that was picked later is the value, also if it is read earlier.
    const end = (text: string, isError: boolean): void => {
      if (newest.current !== file) return;
      setState(text);
      setBroken(isError);
    };
    end(`Reading ${file.name}`, false);
    read(file).then(
      (value) => {
        if (newest.current === file) latestPick.current(value);
        end(`${file.name}, ${file.size} bytes`, false);
      },
      (thrown: unknown) => {
        end(`${file.name} can't be used. ${messageOf(thrown, '')}`.trim(), true);
      },
    );
  };
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        pick(event.dataTransfer?.files[0]);
      }}
    >
      <span role="status" class={isBroken ? 'error' : undefined}>
        <Text text={state} maxLength={500} />
      </span>
      <input
        type="file"
        aria-label={`A file for ${label}`}
        // Otherwise the browser ignores a choice of the same file, for example after a failed upload.
        onClick={(event) => (event.currentTarget.value = '')}
        onChange={(event) => pick(event.currentTarget.files?.[0])}
      />
    </label>
  );
}

/** Reads a file as Base64. */
export async function readBase64(file: File): Promise<string> {
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}
