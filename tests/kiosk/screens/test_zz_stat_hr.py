import time, pytest
from tests.kiosk.screens.test_hellrail_by_touch import table
@pytest.mark.parametrize("seed",range(7))
@pytest.mark.parametrize(("seats","level"),[(4,"map"),(3,"keeper")])
def test_s(table,seats,level,seed):
    from random import Random
    table.rng=Random(seed); table._seed=seed
    t=time.time()
    try:
        table.enter(seats,level); table.play(200,most=700); table.reveal()
    except Exception as e:
        import traceback; traceback.print_exc()
        table.shoot("fail")
    import sys
    print("\n##",seats,level,seed,round(time.time()-t,1),table.diary.touches,table.diary.drawn,sorted(table.seen_kinds),table.refused,table.diary.faults,{k:v for k,v in table.diary.places.items() if 'ask' in k or 'map.' in k},[s.delivered for s in table.view.seats])
