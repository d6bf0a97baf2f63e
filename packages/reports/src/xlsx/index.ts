export { XLSX_MEDIA_TYPE, xlsxBytes } from './report-xlsx.ts';
