import { useEffect, useState } from 'react';

/** The current time, updated every `every_ms` milliseconds while the component is mounted. */
export function useNow(every_ms: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return now;
}
