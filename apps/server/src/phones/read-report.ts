import { PHONE_REPORT_BYTES } from '@crece/contract';
import { type PhoneReport, phoneReport } from '@crece/contract/schemas';

/** What a phone says in its header; null when it says nothing, too much or something else. */
export function readPhoneReport(header: string | string[] | undefined): PhoneReport | null {
  if (typeof header !== 'string' || header.length > PHONE_REPORT_BYTES) return null;
  try {
    const read = phoneReport.safeParse(JSON.parse(header));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
