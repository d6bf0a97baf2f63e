import type { MailContent } from './mail-content.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, for an element or a quoted attribute: `<b>` becomes `&lt;b&gt;`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** The plain-text version of a mail. */
export function plainTextOf(content: MailContent): string {
  const { greeting, paragraphs, action, remarks, footer } = content;
  const blocks = [
    greeting,
    ...paragraphs,
    ...(action === null ? [] : [`${action.label}:\n${action.url}`]),
    ...remarks,
    `-- \n${footer}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

// The application's colours: ink, green and grey of its light theme. Mail programs support neither
// classes nor variables, so every style is inline.
const PAGE = 'margin:0;padding:24px;background:#f4f6f5;color:#1c2723;font:16px/1.5 sans-serif';
const SHEET = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#17694b;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:bold';
const SMALL = 'font-size:14px;color:#56635d';

/** The HTML version of a mail; every value is escaped. */
export function htmlOf(content: MailContent): string {
  const { language, subject, greeting, paragraphs, action, remarks, linkByHand, footer } = content;
  const paragraph = (text: string, style = '') =>
    `<p${style === '' ? '' : ` style="${style}"`}>${escapeHtml(text)}</p>`;
  const url = escapeHtml(action?.url ?? '');
  const lines = [
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    ...(action === null
      ? []
      : [`<p><a href="${url}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`]),
    ...remarks.map((text) => paragraph(text)),
    ...(action === null
      ? []
      : [`<p style="${SMALL}">${escapeHtml(linkByHand)}<br><a href="${url}">${url}</a></p>`]),
    paragraph(footer, SMALL),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${PAGE}"><div style="${SHEET}">
${lines.join('\n')}
</div></body>
</html>
`;
}
