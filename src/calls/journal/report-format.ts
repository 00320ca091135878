/** The forms that a report can have. */

export const reportFormats = ['md', 'html', 'json'] as const
export type ReportFormat = (typeof reportFormats)[number]
