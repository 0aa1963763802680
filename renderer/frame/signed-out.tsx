import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

/** A page that was never signed in knows nothing of the gateway: it says so, and takes the token that would let it in. */
export function SignedOut() {
  const [pasted, setPasted] = useState('');
  const token = pasted.trim().split('#').at(-1) ?? '';
  const signIn = (event: FormEvent): void => {
    event.preventDefault();
    if (token === '') return;
    // The fragment is traded for a session as the page starts; no server sees it and no history keeps it.
    location.hash = token;
    location.reload();
  };
  return (
    <div className="empty signed-out">
      <h2 className="title flex">
        <Icon of={LockKeyhole} />
        This page is not signed in
      </h2>
      <p className="two">
        The token in its address was missing or no longer counts. <b>Next:</b> open the address that <code>signalbox serve</code> printed,
        or paste it here.
      </p>
      <form className="flex" onSubmit={signIn}>
        <span className="field grow">
          <input
            type="password"
            autoComplete="off"
            aria-label="Address or token"
            placeholder="the printed address, or its token"
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
        </span>
        <Button look="primary" type="submit" disabled={token === ''}>
          Sign in
        </Button>
      </form>
    </div>
  );
}
