const toMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The months of a range of days; both ends are included. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  const end = toMonth(last);
  for (let month = toMonth(first); month <= end;) {
    months.push(month);
    const [year = 0, of_year = 1] = month.split('-').map(Number);
    month = new Date(Date.UTC(year, of_year, 1)).toISOString().slice(0, 10);
  }
  return months;
}
