/** Invented people and places, by the part of the world that a unit lies in. */
export interface InventedPeople {
  girls: readonly [string, ...string[]];
  boys: readonly [string, ...string[]];
  families: readonly [string, ...string[]];
  /** Whether a child has two family names, its father's and its mother's. */
  twoFamilyNames: boolean;
  wards: readonly [string, ...string[]];
  remarks: readonly [string, ...string[]];
}

function words(text: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return [first, ...rest];
}

const ENGLISH_REMARKS: InventedPeople['remarks'] = [
  'Had a fever last week',
  'Eats well since the last visit',
  'The grandmother brought the child',
  'Breastfed, started porridge',
];

const SPANISH: InventedPeople = {
  girls: words(
    'Ana Camila Daniela Elena Fernanda Gabriela Ixchel Jimena Karla Lucía María Natalia Paola Rosa Sofía Valeria Ximena Yesenia',
  ),
  boys: words(
    'Andrés Brayan Carlos Diego Emilio Felipe Gustavo Héctor Iván José Kevin Luis Mateo Óscar Pablo Rodrigo Santiago Wilmer',
  ),
  families: words(
    'Álvarez Castillo Choc Cruz Flores García Hernández Ixcoy López Mamani Mejía Morales Núñez Pérez Quispe Ramírez Reyes Tzoc Vásquez Zelaya',
  ),
  twoFamilyNames: true,
  wards: ['El Centro', 'Las Flores', 'San Miguel', 'La Esperanza'],
  remarks: [
    'Tuvo fiebre la semana pasada',
    'Come mejor desde la última visita',
    'La trajo la abuela',
    'Toma pecho y empezó con papillas',
  ],
};

const PORTUGUESE: InventedPeople = {
  girls: words(
    'Aline Beatriz Clara Débora Eduarda Flávia Giovana Helena Isadora Júlia Larissa Yara',
  ),
  boys: words('Artur Bruno Caio Davi Enzo Felipe Heitor João Lucas Miguel Rafael Thiago'),
  families: words('Almeida Barbosa Cardoso Costa Ferreira Lima Moreira Nunes Oliveira Ramos Souza'),
  twoFamilyNames: true,
  wards: ['Centro', 'Boa Vista', 'Santo Antônio'],
  remarks: ['Teve febre na semana passada', 'Está comendo melhor', 'Veio com a avó'],
};

const FILIPINO: InventedPeople = {
  girls: words('Althea Bea Carmela Divina Erlinda Grace Jasmine Kristel Liza Mayumi Princess Tala'),
  boys: words(
    'Angelo Benjie Crisanto Datu Efren Gabriel Jayson Kiko Marlon Nathaniel Rommel Tomas',
  ),
  families: words(
    'Bautista Cruz Dalisay Dimaculangan Garcia Katigbak Lacson Magsaysay Manalo Ocampo Reyes Santos Villanueva',
  ),
  twoFamilyNames: false,
  wards: ['Poblacion', 'San Isidro', 'Bagong Silang'],
  remarks: ENGLISH_REMARKS,
};

const WEST_AFRICAN: InventedPeople = {
  girls: words('Abena Adwoa Aminata Esi Fatmata Hawa Ifeoma Kadiatu Mariama Ngozi Oluchi Yaa'),
  boys: words('Abu Chidi Emeka Foday Ibrahim Kofi Kwame Lamin Mohamed Nnamdi Sekou Yaw'),
  families: words(
    'Adeyemi Asante Bangura Boateng Conteh Doe Eze Kamara Koroma Mensah Okafor Owusu Sesay Toe',
  ),
  twoFamilyNames: false,
  wards: ['New Town', 'Riverside', 'Old Market'],
  remarks: ENGLISH_REMARKS,
};

const SOUTHERN_AFRICAN: InventedPeople = {
  girls: words('Chipo Faith Nokuthula Nyasha Rudo Rutendo Sibongile Tariro Thandeka Vimbai'),
  boys: words('Farai Kudzai Mandla Munashe Tafadzwa Takudzwa Tendai Themba Tinashe Vusi'),
  families: words('Chikwanha Dube Gumbo Hove Khumalo Mlambo Moyo Ncube Ndlovu Shumba Sibanda'),
  twoFamilyNames: false,
  wards: ['Hillside', 'Mbare', 'Riverside'],
  remarks: ENGLISH_REMARKS,
};

const HAITIAN: InventedPeople = {
  girls: words('Chantal Darline Esther Fabiola Guerda Islande Lovely Mirlande Nadège Roseline'),
  boys: words('Djimy Evens Frantz Gardy Jocelyn Kenson Louis Rodney Stanley Wilner'),
  families: words(
    'Alexis Baptiste Charles Desir Estimé Fleury Jean Joseph Pierre Saint-Louis Toussaint',
  ),
  twoFamilyNames: false,
  wards: ['Centre', 'Bois-Neuf', 'La Plaine'],
  remarks: ENGLISH_REMARKS,
};

const MALAGASY: InventedPeople = {
  girls: words('Fara Haingo Lalao Miora Nirina Onja Soa Tiana Vola Zo'),
  boys: words('Andry Faly Hery Lova Mamy Njaka Rado Solofo Tovo Toky'),
  families: words('Andriamanana Rabe Rajaona Rakoto Ramanana Randria Rasoa Ratsimba Razafy'),
  twoFamilyNames: false,
  wards: ['Avaradrano', 'Anosy', 'Ambony'],
  remarks: ENGLISH_REMARKS,
};

const KHMER: InventedPeople = {
  girls: words('Bopha Chanthy Davy Kalyan Kunthea Maly Phalla Rachana Sopheap Sreymom'),
  boys: words('Bora Chann Dara Kosal Makara Narith Piseth Rithy Sokha Vannak'),
  families: words('Chea Chhim Heng Keo Lim Meas Nhem Prak Sok Touch'),
  twoFamilyNames: false,
  wards: ['Phsar', 'Tonle', 'Boeung'],
  remarks: ENGLISH_REMARKS,
};

const PACIFIC: InventedPeople = {
  girls: words('Akineti Bwaata Katarina Maere Nei Rotia Taoua Teeta Tiareti Tokoriri'),
  boys: words('Beretita Ioane Kabure Mikaere Natan Ruteru Tabwea Teburoro Timon Tekinano'),
  families: words('Baraniko Ientaake Kaiea Maate Tabai Taneti Teaero Tebau Tito'),
  twoFamilyNames: false,
  wards: ['Betio', 'Lagoon', 'Ocean Side'],
  remarks: ENGLISH_REMARKS,
};

const MONGOLIAN: InventedPeople = {
  girls: words('Anujin Bolormaa Enkhjin Khulan Maral Nomin Oyuna Sarnai Tuya Uyanga'),
  boys: words('Anar Batbayar Dorj Ganbold Munkh Naran Sukh Temuulen Tuguldur Zorig'),
  families: words('Baatar Bold Dash Erdene Gantulga Lkhagva Purev Sambuu Tumur'),
  twoFamilyNames: false,
  wards: ['North Gate', 'Old Darkhan', 'River'],
  remarks: ENGLISH_REMARKS,
};

const PEOPLE_BY_COUNTRY: Readonly<Record<string, InventedPeople>> = {
  BRA: PORTUGUESE,
  GHA: WEST_AFRICAN,
  HTI: HAITIAN,
  KHM: KHMER,
  KIR: PACIFIC,
  LIB: WEST_AFRICAN,
  MDG: MALAGASY,
  MNG: MONGOLIAN,
  NGA: WEST_AFRICAN,
  PHL: FILIPINO,
  WAL: WEST_AFRICAN,
  ZWE: SOUTHERN_AFRICAN,
};

/** The people of a unit by its database's country code; Latin American when the code is unknown. */
export function peopleOf(stakeDB: string): InventedPeople {
  const code = stakeDB.slice(-3).toUpperCase();
  return PEOPLE_BY_COUNTRY[code] ?? SPANISH;
}
