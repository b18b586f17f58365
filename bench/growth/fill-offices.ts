import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/**
 * Offices as long as real ones, each open on weekdays, spread over the country. Each differs, so that they
 * compress like real ones.
 */
export async function fillOffices({ db }: Database, count: number): Promise<void> {
  await sql`
    insert into offices (slug, name, category_slug, organization_id, address, district, region,
                         latitude, longitude, time_zone, hours, updated_at)
    select 'sucursal-' || n,
           'Sucursal ' || (array['Centro', 'Norte', 'Plaza', 'Estación', 'Mall'])[1 + n % 5] || ' ' || n,
           'notarias', 1,
           (array['Bandera', 'Agustinas', 'O’Higgins', 'Prat', 'Condell'])[1 + n % 5] || ' ' || (100 + n * 7 % 4000),
           (array['Santiago', 'Ñuñoa', 'Temuco', 'Arica', 'Valdivia', 'Rancagua', 'Copiapó'])[1 + n % 7],
           'Región ' || (1 + n % 16),
           -18 - (n * 7919 % 380000) / 10000.0, -70 - (n * 104729 % 30000) / 10000.0,
           'America/Santiago',
           (select jsonb_agg(jsonb_build_object('weekday', day, 'from', '09:00', 'to', '1' || (4 + n % 5) || ':00'))
            from generate_series(1, 5) as day),
           now()
    from generate_series(1, ${count}::integer) as n`.execute(db)
}
