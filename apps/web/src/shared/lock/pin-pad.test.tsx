import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { PinPad } from './pin-pad.tsx';

async function show() {
  let setDisabled = (_disabled: boolean) => {};
  function Lock() {
    const [disabled, set] = useState(true);
    setDisabled = set;
    return (
      <>
        <PinPad label="PIN" disabled={disabled} describedBy="x" isWrong={false} onPin={() => {}} />
        <button type="button">Forgot</button>
      </>
    );
  }
  await renderApp(<Lock />);
  return { wait: () => act(() => setDisabled(true)), letType: () => act(() => setDisabled(false)) };
}

describe('the field of a PIN', () => {
  it('the field of a PIN is focused when it can be typed into, and again after a wait', async () => {
    const { wait, letType } = await show();
    letType();
    const field = screen.getByLabelText('PIN');
    expect(document.activeElement).toBe(field);
    wait();
    field.blur();
    letType();
    expect(document.activeElement).toBe(field);
  });

  it('leaves the focus on another button that a person moved to during the wait', async () => {
    const { letType } = await show();
    const forgot = screen.getByRole('button', { name: 'Forgot' });
    forgot.focus();
    letType();
    expect(document.activeElement).toBe(forgot);
  });
});
