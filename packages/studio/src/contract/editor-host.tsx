import { contractJsonSchema } from '@dapikit/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChangedPlace } from './editor/changed-places.js';
import type { ContractEditor } from './editor/editor.js';
import type { ShownProblem } from './editor/squiggles.js';

/** The text of a contract in an editor, which comes a moment after the page. */
export function EditorHost(props: {
  readonly label: string;
  readonly text: string;
  readonly protocolVersion: number;
  readonly onChange: (text: string) => void;
  /** About `text`; left out while what they are about is not yet it. */
  readonly problems?: readonly ShownProblem[] | undefined;
  readonly changed?: readonly ChangedPlace[] | undefined;
  /** Gets the editor once it is there. */
  readonly handle?: { current: ContractEditor | undefined };
}) {
  const { label, text, problems, changed, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** What the editor told and has not come back yet: letters can be typed faster than the page is drawn. */
  const told = useRef<string[]>([]);
  const [editor, setEditor] = useState<ContractEditor>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let opened: ContractEditor | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      try {
        const { openEditor } = await import('./editor/editor.js');
        if (isGone || host.current === null) return;
        opened = openEditor({
          host: host.current,
          label: latest.current.label,
          text: latest.current.text,
          changed: (next) => {
            told.current.push(next);
            latest.current.onChange(next);
          },
          schema: () => schemaOf(latest.current.protocolVersion),
        });
        setEditor(opened);
      } catch (error) {
        setFailure(error);
      }
    };
    void open();
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);

  useEffect(() => {
    if (handle) handle.current = editor;
    return () => {
      if (handle) handle.current = undefined;
    };
  }, [editor, handle]);
  useEffect(() => {
    const at = told.current.indexOf(text);
    told.current = at < 0 ? [] : told.current.slice(at + 1);
    if (at < 0) editor?.setText(text);
  }, [editor, text]);
  useEffect(() => problems && editor?.setProblems(problems), [editor, problems]);
  useEffect(() => changed && editor?.setChanged(changed), [editor, changed]);

  if (failure !== undefined) throw failure;
  return (
    <div class="editor-host">
      {editor === undefined && (
        <pre class="editor-host-waiting" aria-label={label}>
          {text}
        </pre>
      )}
      <div class="editor-host-inner" ref={host} />
    </div>
  );
}

const schemas = new Map<number, Readonly<Record<string, unknown>>>();

function schemaOf(protocolVersion: number): Readonly<Record<string, unknown>> {
  const schema = schemas.get(protocolVersion) ?? contractJsonSchema({ protocolVersion });
  schemas.set(protocolVersion, schema);
  return schema;
}
