import type { ProgrammeSettings, SaidTexts } from '@crece/domain';
import type { Language } from '@crece/messages';
import type { Device, LocalUnit } from '@crece/storage';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { openTestUnit, type UnitContent } from '../../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../../testing/render.tsx';
import { EditChildPage, NewChildPage } from '../child-form-page.tsx';
import { children } from '../feature.ts';

function Elsewhere() {
  return <p>at {useLocation().pathname}</p>;
}

/** The server's settings ask families for consent in these words, until the test ends. */
export const askForConsent = (consent: SaidTexts): void => setProgramme({ consent });

/** The server has these settings of the programme, until the test ends. */
export function setProgramme(programme: Partial<ProgrammeSettings>): void {
  const config = { demo: false, supportContact: null, providers: [], programme };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });
}

/** Opens an address of the child's form on a unit. */
export async function show(
  path: string | { pathname: string; state: unknown },
  content: UnitContent = {},
  {
    device = memoryDevice({ screenerName: 'Ana' }),
    language = 'en',
    unit: given,
  }: { device?: Device; language?: Language; unit?: LocalUnit } = {},
): Promise<{ unit: LocalUnit; device: Device }> {
  const unit = given ?? (await openTestUnit(content));
  await renderApp(
    <Routes>
      <Route path={children.pages.new.at} element={<NewChildPage />} />
      <Route path={children.pages.edit.at} element={<EditChildPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path, unit, device, language },
  );
  await screen.findByLabelText(language === 'en' ? 'First name' : 'Nombres');
  return { unit, device };
}

/** Finds a field by the start of its label: "optional" may follow. */
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}(optional)?$`));
export const type = (label: string, text: string) =>
  fireEvent.change(field(label), { target: { value: text } });
export const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));
