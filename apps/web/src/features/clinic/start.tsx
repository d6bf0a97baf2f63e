import { takeFragment } from './read-slip-text.ts';

// Before anything is drawn.
const fragment = takeFragment();

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import '../../ui/styles/header.css';
import '../../ui/styles/controls.css';
import '../../ui/styles/fields.css';
import './clinic.css';
import { ClinicPage } from './clinic-page.tsx';
import { keepPage } from './keep-page.ts';

const place = document.getElementById('app');
if (place === null) throw new Error('referral.html has no place for the page');
createRoot(place).render(
  <StrictMode>
    <ClinicPage first={fragment} />
  </StrictMode>,
);
keepPage();
