import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { modName } from '../../components/rail-places.ts';
import { useConsole } from '../../store/console-store.ts';

/** Words for the model, put into the next request of the session (wire 3.8). */
export function Steer({ session }: { readonly session: string }) {
  const store = useConsole();
  const [text, setText] = useState('');
  const send = (): void => {
    if (text.trim() === '') return;
    void store.client.call('steer/send', { session, text: text.trim() }).then((answer) => {
      if (!answer.ok) return store.toast(answer.error.message, 'problem');
      if ('error' in answer.value) return store.toast(answer.value.error.message, 'problem');
      setText('');
      return store.toast('It goes in with the next request of this session.');
    });
  };
  return (
    <div className="steer-words">
      <h3 className="lbl">
        Steer
        <span className="aside">goes in with the next request of this session, marked as yours</span>
      </h3>
      <div className="flex steer">
        <textarea
          className="input grow"
          aria-label="Words for the model"
          placeholder="Tell the model what it does not see."
          rows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
        <Button look="primary" big keys={`${modName} Enter`} disabled={text.trim() === ''} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}
